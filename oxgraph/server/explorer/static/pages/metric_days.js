// The days of a metric: the benchmarks that the third pass wrote, and between and before them values computed from the runs.
import { useRequest } from '../requests.js';
import * as api from '../api.js';

const NOTHING = { items: [] };

// The computed values, asked for where they are `wanted`; empty until then.
export const useHistory = (id, query, wanted) => useRequest((signal) => (wanted ? api.metricHistory(id, query, signal) : Promise.resolve(NOTHING)), [id, JSON.stringify(query), Boolean(wanted)]);

// One row a day from the first that has a value on; a benchmark goes before a computed value.
export function filled(benchmarks, history) {
  if (!history.length) return benchmarks;
  const written = new Map(benchmarks.filter((day) => day.value !== null).map((day) => [day.date, day]));
  const days = history.map((day) => written.get(day.date) || { ...day, computed: true });
  const first = days.findIndex((day) => day.value !== null);
  return first < 0 ? benchmarks : days.slice(first);
}
