-- The databases that every server has are the superuser's alone: the copier and the readers have nothing to do there.
REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC
