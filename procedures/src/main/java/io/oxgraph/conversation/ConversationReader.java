package io.oxgraph.conversation;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.input.FieldReader;
import io.oxgraph.model.MessageResults.ConversationPage;
import io.oxgraph.model.MessageResults.ConversationParts;
import io.oxgraph.table.Limits;
import io.oxgraph.table.SettingDefaults;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.neo4j.graphdb.Lock;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

/**
 * Reads messages and episodes of a conversation: a user's own, else the shared one of its name. Nobody writes into it
 * meanwhile: a message that moves to a later place for one that comes in before it could be seen twice, or not at all.
 */
public final class ConversationReader {
    /** Messages that are looked for place by place, which needs no plan. */
    private static final int STEPS = 100;

    private static final String HISTORY_TOKENS = "history_tokens";
    private static final int ID = Limits.of("id");
    private static final int MOST_MESSAGES = Limits.of("rows");
    private static final int MOST_EPISODES = 100;

    private static final String USER_ID = "user_id";
    private static final String CONVERSATION_ID = "conversation_id";
    private static final String MESSAGE_COUNT = "message_count";
    private static final String[] CONVERSATION = {USER_ID, CONVERSATION_ID, MESSAGE_COUNT, "deleted_at"};
    private static final String[] PLACE = {USER_ID, CONVERSATION_ID, Places.POSITION};
    private static final String[] MESSAGE = {
        "id",
        CONVERSATION_ID,
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
        USER_ID,
        CONVERSATION_ID,
        "summary",
        "summary_source",
        "turn_count",
        "started_at",
        "ended_at",
        "source_message_ids"
    };

    private final Transaction tx;
    private final String workspaceId;
    private final String userId;
    private final String conversationId;
    private final long end;
    private final Places places;

    private ConversationReader(Transaction tx, String workspaceId, Map<String, Object> row) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.userId = (String) row.get(USER_ID);
        this.conversationId = (String) row.get(CONVERSATION_ID);
        this.end = row.get(MESSAGE_COUNT) instanceof Number count ? count.longValue() : 0;
        this.places = new Places(tx, workspaceId, userId, conversationId);
    }

    /**
     * What a reader finds while nobody writes into the conversation: writers in progress are waited for, later ones wait.
     * Empty for one that is not there, that is being deleted (whose batches nobody waits for), or was meanwhile.
     *
     * @param ids id of the user's own conversation and shared_id of the shared one
     */
    private static <T> Optional<T> still(
            Transaction tx,
            String workspaceId,
            Map<String, Object> ids,
            ZonedDateTime now,
            Function<ConversationReader, T> read) {
        FieldReader fields = new FieldReader(ids, "conversation.", now);
        String own = fields.required("id", ID);
        String shared = fields.required("shared_id", ID);
        Optional<Node> conversation = Lookup.byId(tx, Labels.CONVERSATION, workspaceId, own)
                .or(() -> Lookup.byId(tx, Labels.CONVERSATION, workspaceId, shared));
        if (conversation.flatMap(ConversationReader::kept).isEmpty()) {
            return Optional.empty();
        }
        Lock lock = tx.acquireReadLock(conversation.get());
        try {
            return kept(conversation.get()).map(found -> read.apply(new ConversationReader(tx, workspaceId, found)));
        } finally {
            lock.release();
        }
    }

    /** Empty for one that is being deleted, or was meanwhile. */
    private static Optional<Map<String, Object>> kept(Node conversation) {
        return row(conversation, CONVERSATION).filter(found -> found.get("deleted_at") == null);
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
        Map<String, Object> workspace = Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                .map(node -> node.getProperties("history_messages", HISTORY_TOKENS, "recent_episodes"))
                .orElse(Map.of());
        Long messages = most(history, "history", workspace, "history_messages", MOST_MESSAGES, now);
        Long tokens = tokens(history, workspace, now);
        Long latest = most(episodes, "episodes", workspace, "recent_episodes", MOST_EPISODES, now);
        if (messages == null && latest == null) {
            return new ConversationParts(null, null);
        }
        Function<ConversationReader, ConversationParts> parts = reader -> new ConversationParts(
                messages == null ? null : reader.messages(messages, tokens),
                latest == null ? null : reader.episodes(latest));
        return still(tx, workspaceId, ids, now, parts)
                .orElseGet(() ->
                        new ConversationParts(messages == null ? null : List.of(), latest == null ? null : List.of()));
    }

    /**
     * Reads messages in the order of their places.
     *
     * @param ids as above
     * @param page after (id of the message behind which they stand) or position (where they begin; a negative one counts
     *     back from the end), and limit
     */
    public static ConversationPage page(
            Transaction tx, String workspaceId, Map<String, Object> ids, Map<String, Object> page, ZonedDateTime now) {
        FieldReader fields = new FieldReader(page, "page.", now);
        String after = fields.optional("after", ID);
        long position = Objects.requireNonNullElse(fields.integer(Places.POSITION), 0L);
        long limit = Objects.requireNonNullElse(fields.integer("limit", MOST_MESSAGES), (long) MOST_MESSAGES);
        return still(tx, workspaceId, ids, now, reader -> reader.page(after, position, limit))
                .orElseGet(() -> new ConversationPage(after == null, List.of()));
    }

    private ConversationPage page(String after, long position, long limit) {
        OptionalLong first = after == null ? OptionalLong.of(position < 0 ? end + position : position) : behind(after);
        return first.isEmpty()
                ? new ConversationPage(false, List.of())
                : new ConversationPage(true, rows(places.from(first.getAsLong(), limit), MESSAGE));
    }

    /** The place behind a message; empty where it is none of this conversation. */
    private OptionalLong behind(String messageId) {
        return Lookup.onceById(tx, workspaceId, messageId)
                .flatMap(node -> row(node, PLACE))
                .filter(row -> conversationId.equals(row.get(CONVERSATION_ID)) && userId.equals(row.get(USER_ID)))
                .map(row -> OptionalLong.of(((Number) row.get(Places.POSITION)).longValue() + 1))
                .orElse(OptionalLong.empty());
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

    /** @param tokens null: as many as they have */
    private List<Map<String, Object>> messages(long most, Long tokens) {
        List<Node> found = latest(most);
        return tokens == null ? rows(found.reversed(), MESSAGE) : forPrompt(found, tokens);
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

    private List<Node> latest(long most) {
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
        return rows(places.episodes(most).reversed(), EPISODE);
    }

    private static List<Map<String, Object>> rows(List<Node> nodes, String[] keys) {
        return nodes.stream()
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
