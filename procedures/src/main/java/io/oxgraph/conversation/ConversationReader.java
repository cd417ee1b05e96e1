package io.oxgraph.conversation;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.input.FieldReader;
import io.oxgraph.model.MessageResults.ConversationParts;
import io.oxgraph.table.Limits;
import io.oxgraph.table.SettingDefaults;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

/** Reads the latest messages and episodes of a conversation: a user's own, else the shared one of its name. */
public final class ConversationReader {
    /** Messages that are looked for place by place, which needs no plan. */
    private static final int STEPS = 100;

    private static final int TRIES = 3;
    private static final String HISTORY_TOKENS = "history_tokens";
    private static final int ID = Limits.of("id");
    private static final int MOST_MESSAGES = Limits.of("rows");
    private static final int MOST_EPISODES = 100;

    private static final String[] CONVERSATION = {"user_id", "conversation_id", "deleted_at"};
    private static final String[] MESSAGE = {
        "id",
        "conversation_id",
        "role",
        "speaker",
        "text",
        "said_at",
        Places.POSITION,
        "metadata",
        "shown_ids",
        "episode_id"
    };
    private static final String[] EPISODE = {
        "id",
        "user_id",
        "conversation_id",
        "summary",
        "summary_source",
        "turn_count",
        "started_at",
        "ended_at",
        "source_message_ids"
    };

    private final Node conversation;
    private final Places places;

    private ConversationReader(Node conversation, Places places) {
        this.conversation = conversation;
        this.places = places;
    }

    /** Empty for one that is being deleted, or was meanwhile. */
    private static Optional<ConversationReader> of(Transaction tx, String workspaceId, Node conversation) {
        return row(conversation, CONVERSATION)
                .filter(found -> found.get("deleted_at") == null)
                .map(found -> new ConversationReader(
                        conversation, new Places(tx, workspaceId, (String) found.get("user_id"), (String)
                                found.get("conversation_id"))));
    }

    /**
     * Reads messages and episodes, each the oldest first. Of a conversation that is being deleted there are none.
     *
     * @param ids id of the user's own conversation and shared_id of the shared one
     * @param history most (null: as many as the workspace says), and whether they are for a prompt: then within its tokens
     *     (null: the workspace's); null for no messages
     * @param episodes the same for episodes
     */
    public static ConversationParts read(
            Transaction tx,
            String workspaceId,
            Map<String, Object> ids,
            Map<String, Object> history,
            Map<String, Object> episodes,
            ZonedDateTime now) {
        FieldReader fields = new FieldReader(ids, "conversation.", now);
        String own = fields.required("id", ID);
        String shared = fields.required("shared_id", ID);
        Optional<ConversationReader> reader = Lookup.byId(tx, Labels.CONVERSATION, workspaceId, own)
                .or(() -> Lookup.byId(tx, Labels.CONVERSATION, workspaceId, shared))
                .flatMap(node -> of(tx, workspaceId, node));
        Map<String, Object> workspace = Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                .map(node -> node.getProperties("history_messages", HISTORY_TOKENS, "recent_episodes"))
                .orElse(Map.of());
        Long messages = most(history, "history", workspace, "history_messages", MOST_MESSAGES, now);
        Long tokens = tokens(history, workspace, now);
        Long latest = most(episodes, "episodes", workspace, "recent_episodes", MOST_EPISODES, now);
        return new ConversationParts(
                messages == null
                        ? null
                        : reader.map(one -> one.messages(messages, tokens)).orElse(List.of()),
                latest == null ? null : reader.map(one -> one.episodes(latest)).orElse(List.of()));
    }

    /** Null where they are for no prompt. */
    private static Long tokens(Map<String, Object> asked, Map<String, Object> workspace, ZonedDateTime now) {
        FieldReader fields = new FieldReader(asked == null ? Map.of() : asked, "history.", now);
        if (!fields.flag("prompt")) {
            return null;
        }
        Long tokens = fields.integer("tokens", Long.MAX_VALUE);
        return tokens == null ? Long.valueOf(setting(workspace, HISTORY_TOKENS)) : tokens;
    }

    private static Long most(
            Map<String, Object> asked,
            String name,
            Map<String, Object> workspace,
            String setting,
            int limit,
            ZonedDateTime now) {
        if (asked == null) {
            return null;
        }
        Long most = new FieldReader(asked, name + ".", now).integer("most", Long.MAX_VALUE);
        return Math.min(limit, most == null ? setting(workspace, setting) : most);
    }

    private static long setting(Map<String, Object> workspace, String setting) {
        if (workspace.containsKey(setting) && !(workspace.get(setting) instanceof Number)) {
            throw ErrorCode.INVALID_INPUT.with("field", setting, "reason", "of the workspace is not a number");
        }
        return (long) SettingDefaults.number(workspace, setting);
    }

    /**
     * Where messages were written meanwhile they are read again: one that moved could be missing.
     *
     * @param tokens null: as many as they have
     */
    private List<Map<String, Object>> messages(long most, Long tokens) {
        long end = end();
        List<Node> found = latest(end, most);
        for (int tries = 1; tries < TRIES && end() != end; tries++) {
            end = end();
            found = latest(end, most);
        }
        return tokens == null ? oldestFirst(found, MESSAGE) : forPrompt(found, tokens);
    }

    private static List<Map<String, Object>> forPrompt(List<Node> latestFirst, long tokens) {
        PromptHistory history = new PromptHistory(tokens);
        for (Node node : latestFirst) {
            Optional<Map<String, Object>> row = row(node, MESSAGE);
            if (row.isPresent() && !history.take(row.get())) {
                break;
            }
        }
        return history.messages();
    }

    private long end() {
        try {
            return ((Number) conversation.getProperty("message_count", 0L)).longValue();
        } catch (NotFoundException e) {
            return 0;
        }
    }

    private List<Node> latest(long end, long most) {
        List<Node> found = new ArrayList<>();
        while (found.size() < Math.min(most, STEPS)) {
            Optional<Node> next = places.at(end - found.size() - 1);
            if (next.isEmpty()) {
                break;
            }
            found.add(next.get());
        }
        long place = end - found.size();
        if (place > 0 && found.size() < most) {
            found.addAll(places.before(place, most - found.size()));
        }
        return found;
    }

    private List<Map<String, Object>> episodes(long most) {
        return oldestFirst(places.episodes(most), EPISODE);
    }

    private static List<Map<String, Object>> oldestFirst(List<Node> nodes, String[] keys) {
        return nodes.reversed().stream()
                .map(node -> row(node, keys))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Empty where it was deleted meanwhile. */
    private static Optional<Map<String, Object>> row(Node node, String[] keys) {
        try {
            Map<String, Object> row = new HashMap<>(node.getProperties(keys));
            for (String key : keys) {
                row.putIfAbsent(key, null);
            }
            return Optional.of(row);
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }
}
