package io.oxgraph.procedure;

import io.oxgraph.text.ChoiceDomain;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.JsonWriter;
import io.oxgraph.text.Names.Normaliser;
import io.oxgraph.text.TextSimilarity.Trigrams;
import io.oxgraph.text.Wording;
import io.oxgraph.text.WorkspaceTerm;
import java.util.List;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserFunction;

/** Functions on texts and ids. */
public final class TextFunctions {
    @UserFunction("oxgraph.json")
    @Description(
            "A value as JSON, which programs read in a fraction of the time of maps with times in them. Times are UTC "
                    + "in ISO 8601; a map's nulls and empty lists and maps are left out.")
    public String json(@Name("value") Object value) {
        return value == null ? null : JsonWriter.forClients().of(value);
    }

    @UserFunction("oxgraph.normalise")
    @Description("The text in NFKC and lower case, whitespace collapsed and trimmed.")
    public String normalise(@Name("text") String text) {
        return text == null ? null : Normaliser.normalise(text);
    }

    @UserFunction("oxgraph.predicate_name")
    @Description("A predicate's name: its words in lower case and British spelling, joined by _.")
    public String predicateName(@Name("text") String text) {
        return text == null ? null : Wording.predicate(text);
    }

    @UserFunction("oxgraph.topic_key")
    @Description("A topic key: its words in lower case, British spelling and singular, joined by one blank.")
    public String topicKey(@Name("text") String text) {
        return text == null ? null : Wording.topic(text);
    }

    @UserFunction("oxgraph.choice_domain")
    @Description("What a preferred thing is one choice of, as a topic key; null where that is not clear.")
    public String choiceDomain(@Name("text") String text) {
        return text == null ? null : ChoiceDomain.of(text);
    }

    @UserFunction("oxgraph.sha256")
    @Description("SHA-256 of the text's UTF-8 bytes in hexadecimal.")
    public String sha256(@Name("text") String text) {
        return text == null ? null : Identifiers.sha256(text);
    }

    @UserFunction("oxgraph.uuid5")
    @Description("UUID version 5 of a name in a namespace, by default oxgraph's own.")
    public String uuid5(
            @Name("name") String name, @Name(value = "namespace", defaultValue = Identifiers.NAMESPACE) String space) {
        return name == null || space == null
                ? null
                : Identifiers.uuid5(Arguments.uuid("namespace", space), name).toString();
    }

    @UserFunction("oxgraph.stable_id")
    @Description(
            "The deterministic id (UUID version 5) of a workspace, kind and parts, as oxgraph.ids.stable_id in Python.")
    public String stableId(
            @Name("workspace_id") String workspaceId, @Name("kind") String kind, @Name("parts") List<String> parts) {
        return workspaceId == null || kind == null || parts == null
                ? null
                : Identifiers.stableId(workspaceId, kind, parts);
    }

    @UserFunction("oxgraph.workspace_term")
    @Description("The words by which a fulltext index finds a node within its workspace and for its user ('': shared).")
    public String workspaceTerm(
            @Name("workspace_id") String workspaceId, @Name(value = "user_id", defaultValue = "") String userId) {
        return workspaceId == null ? null : WorkspaceTerm.of(workspaceId, userId);
    }

    @UserFunction("oxgraph.trigram_similarity")
    @Description("Trigram similarity of the normalised words, 0 to 1, as in PostgreSQL's pg_trgm.")
    public Double trigramSimilarity(@Name("a") String a, @Name("b") String b) {
        return a == null || b == null ? null : Trigrams.similarity(a, b);
    }
}
