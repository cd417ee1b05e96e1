// Rows of actions as a file of comma-separated values.
const COLUMNS = ['started_at', 'outcome', 'action_type', 'error_code', 'node_type', 'target_node_ids', 'agent_id', 'latency_ms', 'session_id', 'id'];
const MOST = 50_000;

// A cell that begins so would be a formula in a spreadsheet.
const FORMULA = /^[=+\-@\t\r]/;

export function csvOf(rows) {
  return [COLUMNS, ...rows.map((row) => COLUMNS.map((name) => row[name]))].map((cells) => cells.map(cell).join(',')).join('\r\n');
}

function cell(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = Array.isArray(value) ? value.join(' ') : String(value);
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

// Asks for page after page, up to 50,000 rows, and hands the file to the browser.
export async function saveCsv(ask) {
  const rows = [];
  let cursor;
  do {
    const page = await ask(cursor);
    rows.push(...page.items);
    cursor = page.next;
  } while (cursor && rows.length < MOST);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`\ufeff${csvOf(rows)}\r\n`], { type: 'text/csv' }));
  link.download = 'actions.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
