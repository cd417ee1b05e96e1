package io.oxgraph.model;

import java.util.List;
import java.util.Map;

/**
 * What recall found.
 *
 * @param results best first
 * @param context the text to inject; '' when there is nothing
 * @param notes how it went: what was dropped, how relevant the best is, why there is nothing
 */
public record RecallResult(List<Map<String, Object>> results, String context, Map<String, Object> notes) {}
