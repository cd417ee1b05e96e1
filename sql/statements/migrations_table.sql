-- What each migration said when it was applied; beside the tool's own tables, which know names alone.
CREATE TABLE IF NOT EXISTS app.mirror_checksums (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)
