//@ statement: evaluation/live
//@ summary: The effect of all warnings on the runs since the holdout of sessions began.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ yields: figures MAP
//@ yields: injection_enabled BOOLEAN
//@ yields: injection_stopped_at DATETIME
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
CALL oxgraph.run_effect($workspace_id, null, $now)
YIELD since, until, shown_runs, shown_failed, withheld_runs, withheld_failed, without_outcome, risk_reduction, low, high,
      shown_all, shown_with_errors, shown_errors, withheld_all, withheld_with_errors, withheld_errors, errors_reduction,
      errors_low, errors_high, recovered, recovered_low, recovered_high, disrupted, disrupted_low, disrupted_high, helps,
      harms
RETURN {since: since, until: until, shown_runs: shown_runs, shown_failed: shown_failed, withheld_runs: withheld_runs,
        withheld_failed: withheld_failed, without_outcome: without_outcome, risk_reduction: risk_reduction, low: low,
        high: high, shown_all: shown_all, shown_with_errors: shown_with_errors, shown_errors: shown_errors,
        withheld_all: withheld_all, withheld_with_errors: withheld_with_errors, withheld_errors: withheld_errors,
        errors_reduction: errors_reduction, errors_low: errors_low, errors_high: errors_high, recovered: recovered,
        recovered_low: recovered_low, recovered_high: recovered_high, disrupted: disrupted, disrupted_low: disrupted_low,
        disrupted_high: disrupted_high, helps: helps, harms: harms} AS figures,
       coalesce(w.injection_enabled, true) AS injection_enabled, w.injection_stopped_at AS injection_stopped_at
