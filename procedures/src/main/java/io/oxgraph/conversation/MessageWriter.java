package io.oxgraph.conversation;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Kinds;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.LockedNode;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.NodeTimes;
import io.oxgraph.graph.Relations;
import io.oxgraph.model.MessageResults.MessagesWritten;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.WorkspaceTerm;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/**
 * Writes messages into a conversation, each where its time belongs. What is there already stays; what was deleted is
 * written anew, unless an episode has summed it up, or it was erased with its user after it had been said.
 */
public final class MessageWriter {
    private static final String EXTRACTION = "extraction";
    private static final String NEXT_ATTEMPT_AT = "next_attempt_at";
    private static final String WRITTEN_BEFORE = "written_before";
    private static final String MESSAGE_COUNT = "message_count";
    private static final String LAST_MESSAGE_AT = "last_message_at";
    private static final String TITLE = "title";
    private static final String DELETED_AT = "deleted_at";

    private final Transaction tx;
    private final String workspaceId;
    private final ConversationRow row;
    private final ZonedDateTime now;
    private final Places places;

    private MessageWriter(Transaction tx, String workspaceId, ConversationRow row, ZonedDateTime now) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.row = row;
        this.now = now;
        this.places = new Places(tx, workspaceId, row.userId(), row.conversationId());
    }

    /** A message that is not there, and how often it was deleted before; null where it never was. */
    private record Fresh(MessageRow message, Long writtenBefore) {}

    /** Messages that come in at a place, between their neighbours; {@code by} is how far what is behind them moves. */
    private record Gap(
            long place, long first, long by, List<Fresh> messages, Optional<Node> before, Optional<Node> after) {}

    /**
     * Writes messages, all or nothing.
     *
     * @param conversation id, conversation_id, user_id, agent_id, title, extraction (none or pending) and lease (how long
     *     the extraction belongs to the caller)
     * @param messages id, role, speaker, text, metadata, shown_ids and said_at of each
     */
    public static MessagesWritten write(
            Transaction tx,
            String workspaceId,
            Map<String, Object> conversation,
            List<Map<String, Object>> messages,
            ZonedDateTime now) {
        ConversationRow row = ConversationRow.read(conversation, now);
        List<MessageRow> read = new ArrayList<>(messages.size());
        for (int i = 0; i < messages.size(); i++) {
            read.add(MessageRow.read(messages.get(i), "messages[" + i + "].", now));
        }
        return new MessageWriter(tx, workspaceId, row, now).write(read);
    }

    /** Locks the conversation first: concurrent writers wait, so that each message gets a position of its own. */
    private MessagesWritten write(List<MessageRow> messages) {
        LockedNode locked =
                LockedNode.of(tx, Labels.CONVERSATION, workspaceId, row.id(), node -> begin(node, messages));
        Node conversation = locked.node();
        long end = ((Number) conversation.getProperty(MESSAGE_COUNT)).longValue();
        boolean deleting = conversation.hasProperty(DELETED_AT);
        List<Fresh> fresh = deleting ? List.of() : fresh(messages);
        if (locked.created() && fresh.isEmpty() && !messages.isEmpty()) {
            conversation.delete(); // nothing of it comes back, its title and its user neither
            return new MessagesWritten(false, List.of());
        }
        if (end == 0) {
            tombstone(row.id()).ifPresent(Node::delete);
        }
        List<Gap> gaps = gaps(fresh, end, (ZonedDateTime) conversation.getProperty(LAST_MESSAGE_AT, null));
        makeRoom(gaps);
        List<String> written = new ArrayList<>();
        gaps.forEach(gap -> fill(gap, conversation, written));
        if (!fresh.isEmpty()) {
            conversation.setProperty(MESSAGE_COUNT, end + fresh.size());
            List<ZonedDateTime> times =
                    fresh.stream().map(one -> one.message.saidAt()).sorted().toList();
            widen(conversation, times.getFirst(), times.getLast());
        }
        if (!deleting && row.title() != null && !row.title().equals(conversation.getProperty(TITLE, ""))) {
            conversation.setProperty(TITLE, row.title());
        }
        return new MessagesWritten(deleting, written);
    }

    private void begin(Node conversation, List<MessageRow> messages) {
        conversation.setProperty("conversation_id", row.conversationId());
        conversation.setProperty("user_id", row.userId());
        conversation.setProperty(Keys.CREATED_AT, now);
        conversation.setProperty(MESSAGE_COUNT, 0L);
        if (!messages.isEmpty()) {
            ZonedDateTime first = messages.getFirst().saidAt();
            widen(conversation, first, first);
        }
    }

    private static void widen(Node conversation, ZonedDateTime first, ZonedDateTime last) {
        NodeTimes.lower(conversation, "started_at", first);
        NodeTimes.raise(conversation, LAST_MESSAGE_AT, last);
    }

    /** Those that are not there, each once. One that is there may be asked for its extraction. */
    private List<Fresh> fresh(List<MessageRow> messages) {
        List<Fresh> fresh = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (MessageRow message : messages) {
            if (!seen.add(message.id())) {
                continue;
            }
            Optional<Node> known = Lookup.onceById(tx, workspaceId, message.id());
            if (known.isPresent()) {
                askForExtraction(known.get());
            } else {
                revived(message).ifPresent(fresh::add);
            }
        }
        return fresh;
    }

    private void askForExtraction(Node message) {
        if (!message.hasLabel(Labels.MESSAGE)) {
            throw ErrorCode.INVALID_INPUT.with("field", "id", "reason", "belongs to another node");
        }
        if (row.extracts() && "none".equals(message.getProperty(EXTRACTION, null))) {
            message.setProperty(EXTRACTION, row.extraction());
            message.setProperty(NEXT_ATTEMPT_AT, row.extractedBy());
        }
    }

    /** Empty when an episode has summed it up or its user was erased since; otherwise it is deleted no more. */
    private Optional<Fresh> revived(MessageRow message) {
        Optional<Node> tombstone = tombstone(message.id());
        if (tombstone.isEmpty()) {
            return Optional.of(new Fresh(message, null));
        }
        Map<String, Object> found = tombstone.get().getProperties("reason", DELETED_AT, WRITTEN_BEFORE);
        if (!(found.get("reason") instanceof String reason) || reason.equals("consolidated")) {
            return Optional.empty();
        }
        if (reason.equals("erased") && message.saidAt().isBefore((ZonedDateTime) found.get(DELETED_AT))) {
            return Optional.empty();
        }
        tombstone.get().delete();
        return Optional.of(new Fresh(message, ((Number) found.getOrDefault(WRITTEN_BEFORE, 0L)).longValue() + 1));
    }

    private Optional<Node> tombstone(String id) {
        String key = Identifiers.stableId(workspaceId, Kinds.TOMBSTONE, List.of(id));
        return Lookup.onceById(tx, workspaceId, key).filter(node -> node.hasLabel(Labels.TOMBSTONE));
    }

    /** Groups the messages by the place of the one that was said later, or the end; in the order of places. */
    private List<Gap> gaps(List<Fresh> fresh, long end, ZonedDateTime latest) {
        TreeMap<Long, List<Fresh>> groups = new TreeMap<>();
        for (Fresh one : fresh) {
            ZonedDateTime at = one.message.saidAt();
            long place = latest != null && at.isBefore(latest)
                    ? places.firstAfter(at).orElse(end)
                    : end;
            groups.computeIfAbsent(place, key -> new ArrayList<>()).add(one);
        }
        List<Gap> gaps = new ArrayList<>();
        long moved = 0;
        for (Map.Entry<Long, List<Fresh>> group : groups.entrySet()) {
            long place = group.getKey();
            long by = moved + group.getValue().size();
            gaps.add(new Gap(place, place + moved, by, group.getValue(), places.before(place), places.at(place)));
            moved = by;
        }
        return gaps;
    }

    /** Moves what is behind each gap, the last first, so that no two have one place meanwhile. */
    private void makeRoom(List<Gap> gaps) {
        long until = Long.MAX_VALUE;
        for (Gap gap : gaps.reversed()) {
            gap.before.ifPresent(before ->
                    before.getRelationships(Direction.OUTGOING, Relations.NEXT).forEach(Relationship::delete));
            if (gap.after.isPresent()) {
                places.move(gap.place, until, gap.by);
            }
            until = gap.place;
        }
    }

    private void fill(Gap gap, Node conversation, List<String> written) {
        Node last = gap.before.orElse(null);
        for (int i = 0; i < gap.messages.size(); i++) {
            Node message = create(gap.messages.get(i), gap.first + i);
            conversation.createRelationshipTo(message, Relations.HAS);
            if (last != null) {
                last.createRelationshipTo(message, Relations.NEXT);
            }
            last = message;
            written.add(gap.messages.get(i).message.id());
        }
        if (gap.after.isPresent()) {
            last.createRelationshipTo(gap.after.get(), Relations.NEXT);
        }
    }

    private Node create(Fresh fresh, long position) {
        MessageRow message = fresh.message;
        Map<String, Object> properties = new HashMap<>();
        properties.put(Keys.ID, message.id());
        properties.put(Keys.WORKSPACE_ID, workspaceId);
        properties.put("user_id", row.userId());
        properties.put("agent_id", row.agentId());
        properties.put("conversation_id", row.conversationId());
        properties.put("role", message.role());
        properties.put("speaker", message.speaker());
        properties.put("text", message.text());
        properties.put("metadata", message.metadata());
        properties.put(
                "shown_ids",
                message.shownIds().isEmpty() ? null : message.shownIds().toArray(String[]::new));
        properties.put("said_at", message.saidAt());
        properties.put(Places.POSITION, position);
        properties.put(WRITTEN_BEFORE, fresh.writtenBefore);
        properties.put(EXTRACTION, row.extraction());
        properties.put("attempts", 0L);
        properties.put(NEXT_ATTEMPT_AT, row.extracts() ? row.extractedBy() : null);
        properties.put(Keys.CREATED_AT, now);
        properties.put("workspace_term", WorkspaceTerm.of(workspaceId, row.userId()));
        properties.put("unembedded", true);
        Node node = tx.createNode();
        properties.forEach((key, value) -> {
            if (value != null) {
                node.setProperty(key, value);
            }
        });
        node.addLabel(Labels.MESSAGE);
        node.addLabel(Labels.MEM);
        return node;
    }
}
