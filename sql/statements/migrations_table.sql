-- The table of the migrations' checksums; yoyo's own tables know only names.
CREATE TABLE IF NOT EXISTS app.mirror_checksums (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)
