package io.oxgraph.model;

import java.util.List;
import java.util.Map;

/**
 * What an agent is shown.
 *
 * @param block the finished text; '' when there is nothing to show
 * @param patterns what the block is made of, in its order
 */
public record InjectResult(String block, List<Map<String, Object>> patterns) {}
