package io.oxgraph.entity;

import io.oxgraph.entity.AliasIndex.EntityName;
import io.oxgraph.entity.Aliases.AliasNodes;
import io.oxgraph.entity.Aliases.NameLock;
import io.oxgraph.entity.ComparableName.NameKey;
import io.oxgraph.entity.EntityCandidate.EntityNodes;
import io.oxgraph.entity.Resolution.Mention;
import io.oxgraph.entity.Resolution.SimilarEntity;
import io.oxgraph.entity.ResolutionStages.NameMatch;
import io.oxgraph.entity.ResolutionStages.NameQuery;
import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import io.oxgraph.table.SettingDefaults;
import io.oxgraph.text.Identifiers;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * Resolves the names of a batch to entities before anything is written, then creates missing ones.
 *
 * <p>Names of one batch match each other as if resolved one by one. One resolver per batch.
 */
public final class EntityResolver {
    private static final String SIMILARITY = "alias_similarity";

    private final Transaction tx;
    private final String workspaceId;
    private final ZonedDateTime now;
    private final AliasIndex index;
    private final PendingNames planned = new PendingNames();
    private final ResolutionStages stages;
    private final Map<String, Node> created = new HashMap<>();
    private final Set<Resolution> learned = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<String, String> types = new HashMap<>();
    private boolean exclusive;

    public EntityResolver(Transaction tx, Workspace workspace, ZonedDateTime now) {
        this.tx = tx;
        this.workspaceId = workspace.id();
        this.now = now.withZoneSameInstant(ZoneOffset.UTC);
        this.index = new AliasIndex(tx, workspaceId);
        this.stages = new ResolutionStages(index, planned, similarity());
    }

    private double similarity() {
        return Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                .map(node -> SettingDefaults.number(node.getAllProperties(), SIMILARITY))
                .orElseGet(() -> SettingDefaults.number(SIMILARITY));
    }

    /** Resolves each mention, in order. Writes nothing except, once per workspace, the lock node. */
    public List<Resolution> find(List<Mention> mentions) {
        return find(mentions, true);
    }

    /** Resolves without locking, when nothing will be created. */
    public List<Resolution> preview(List<Mention> mentions) {
        return find(mentions, false);
    }

    /** Number of names compared, a measure of work. */
    public long examined() {
        return index.examined() + planned.examined();
    }

    /** The entity of a resolution of this batch; creates the node, alias and type where missing. */
    public Node create(Resolution resolution) {
        Mention mention = resolution.mention();
        Node node = resolution.entity() != null ? resolution.entity() : planned(resolution.entityId());
        if (types.containsKey(resolution.entityId())) {
            EntityNodes.learnType(node, types.get(resolution.entityId()));
        }
        if (mention.id() == null
                && List.of(Resolution.TRIGRAM, Resolution.MODEL).contains(resolution.stage())) {
            learn(node, resolution);
        }
        return node;
    }

    /** The only entity of a name takes over the mentioned type if its own is unknown. */
    private void learnType(EntityCandidate holder, String type) {
        if (type != null && holder.type() == null) {
            holder.learn(type);
            types.put(holder.id(), type);
        }
    }

    private void learn(Node node, Resolution resolution) {
        if (learned.add(resolution)) {
            AliasNodes.learn(tx, node, resolution, now);
        }
    }

    private Node planned(String entityId) {
        return created.computeIfAbsent(entityId, id -> {
            EntityCandidate holder = planned.holder(id).orElseThrow();
            Node node = EntityNodes.create(tx, workspaceId, holder, now);
            AliasNodes.write(tx, node, holder.name(), true, now);
            return node;
        });
    }

    private List<Resolution> find(List<Mention> mentions, boolean locking) {
        List<Resolution> found = new ArrayList<>(mentions.size());
        for (Mention mention : mentions) {
            Optional<Resolution> resolution = resolve(mention, locking && !exclusive);
            if (resolution.isEmpty()) {
                lock();
                return find(mentions, true);
            }
            found.add(resolution.get());
        }
        return found;
    }

    /** Takes the name lock and clears caches, since another transaction may have created names meanwhile. */
    private void lock() {
        NameLock.names(tx, workspaceId, now);
        exclusive = true;
        index.clear();
        planned.clear();
        types.clear();
    }

    /** Empty when the name is unknown and {@code knownOnly} is set. */
    private Optional<Resolution> resolve(Mention mention, boolean knownOnly) {
        if (mention.id() != null) {
            return Optional.of(byId(mention));
        }
        NameQuery query = NameQuery.of(key(mention), mention);
        ResolutionStages.Found byKey = stages.byKey(query, unspecified(query));
        if (byKey.best().isPresent()) {
            if (byKey.sole()) {
                learnType(byKey.best().get().holder(), mention.type());
            }
            return byKey.best().map(match -> byKey(match, byKey.others(), mention));
        }
        if (knownOnly) {
            return Optional.empty();
        }
        return Optional.of(further(query, byKey.ambiguous() ? byKey : stages.bySimilarity(query)));
    }

    private Resolution byId(Mention mention) {
        EntityCandidate holder = planned.holder(mention.id())
                .or(() -> index.byId(mention.id()))
                // A shared statement may name any entity by its id; a user's none that is another user's.
                .filter(found -> mention.owner().isEmpty() || found.isKnownTo(mention.owner()))
                .orElseThrow(() -> ErrorCode.NOT_FOUND.with("kind", "entity", "id", mention.id()));
        return resolution(holder, Resolution.EXACT, 1, List.of(), mention);
    }

    private Resolution byKey(NameMatch match, List<SimilarEntity> others, Mention mention) {
        String stage = match.known().canonical() ? Resolution.EXACT : Resolution.ALIAS;
        return resolution(match.holder(), stage, 1, others, mention);
    }

    /** By similar name, by a model's judgement, or as a new entity; adds the name to the batch. */
    private Resolution further(NameQuery query, ResolutionStages.Found similar) {
        Mention mention = query.mention();
        Optional<EntityCandidate> judged = judged(mention);
        Resolution resolution;
        EntityCandidate holder;
        if (similar.best().isPresent()) {
            NameMatch best = similar.best().get();
            holder = best.holder();
            resolution = resolution(holder, Resolution.TRIGRAM, best.score(), similar.others(), mention);
        } else if (judged.isPresent()) {
            holder = judged.get();
            resolution = resolution(holder, Resolution.MODEL, 1, similar.others(), mention);
        } else {
            holder = plan(query);
            resolution = resolution(holder, Resolution.NEW, 0, similar.others(), mention);
        }
        planned.add(new EntityName(query.name(), resolution.stage().equals(Resolution.NEW), holder));
        return resolution;
    }

    private Optional<EntityCandidate> judged(Mention mention) {
        String id = mention.judged();
        return id == null || id.isEmpty()
                ? Optional.empty()
                : planned.holder(id).or(() -> index.byId(id)).filter(found -> found.isKnownTo(mention.owner()));
    }

    private EntityCandidate plan(NameQuery query) {
        EntityCandidate like = query.holder();
        return new EntityCandidate(
                null, freeId(query.name().key(), like), like.name(), like.owner(), like.type(), like.attributes());
    }

    /** The id derived from the name if free, else one derived from name, type and attributes. */
    private String freeId(String key, EntityCandidate like) {
        String id = entityId(List.of(key), like.owner());
        String digest = Identifiers.sha256(like.type() + "\u001f" + like.attributes());
        for (int i = 0; taken(id); i++) {
            id = entityId(List.of(key, i == 0 ? digest : digest + i), like.owner());
        }
        return id;
    }

    /** The ids of the default entity of a name: the owner's own, and the shared one. */
    private Set<String> unspecified(NameQuery query) {
        List<String> key = List.of(query.name().key());
        Set<String> ids = new HashSet<>();
        ids.add(entityId(key, ""));
        ids.add(entityId(key, query.mention().owner()));
        return ids;
    }

    private String entityId(List<String> parts, String owner) {
        List<String> named = new ArrayList<>(parts);
        if (!owner.isEmpty()) {
            named.addAll(List.of("user", owner));
        }
        return Identifiers.stableId(workspaceId, "entity", named);
    }

    private boolean taken(String id) {
        return planned.holder(id).isPresent()
                || Lookup.byId(tx, workspaceId, id).isPresent();
    }

    private static String key(Mention mention) {
        NameKey key = NameKey.of(mention.name());
        key.reason().ifPresent(reason -> {
            throw ErrorCode.INVALID_INPUT.with("field", "name", "reason", reason);
        });
        return key.text();
    }

    private static Resolution resolution(
            EntityCandidate holder, String stage, double score, List<SimilarEntity> candidates, Mention mention) {
        return new Resolution(holder.node(), holder.id(), stage, score, candidates, mention);
    }
}
