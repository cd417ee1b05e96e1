"""Where names are sought: in every text of every node but what follows."""

OURS = (
    "rev",
    "embedding",
    "embedding_alt",
    "embedding_model",
    "unembedded",
    "deleted_at",
    "merged_into",
    "owned",
    "adopted_properties",
    "released_from",
)
"""Properties on an adopted node that are oxgraph's beside those that it lists."""

LINKS = (
    "id workspace_id workspace_term subject_id object_id memory_id entity_id origin_id metric_id pattern_id run_id "
    "merged_into token_hash content_hash checksum grams embedding embedding_alt settings_digest cut_cursor cursor_id "
    "tombstone.node_id episode.source_message_ids"
)
"""Ids and hashes; what they lead to is checked by itself."""

VOCABULARY = (
    "embedding_model next_embedding_model embedding_slot stale_embedding_slot status fold_status policy source rule "
    "from_status to_status kind subject_kind pass files role type action_type action_types target_node_type node_type "
    "node_types error_code outcome tally_action_types tally_node_types tally_error_codes tally_recoveries "
    "recovery_action_types condition_outcome success_condition aggregation better next_action_type extraction "
    "extraction_stage extraction_reason raw_retention adopted_properties refold pattern.name lock.name migration.name "
    "tombstone.reason tombstone.kind recall_fusion evaluation.model evaluation.settings evaluation.version "
    "summary_source"
)
"""Words of programs: types, states, codes. `mark_done` says nothing about Mark."""

SKIPPED = tuple(f"{LINKS} {VOCABULARY}".split())
