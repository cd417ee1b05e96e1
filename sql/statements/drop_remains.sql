-- Takes away what is left of the mirror in this database: all that the owner of its tables owns; runs as the owner.
-- Refuses where an object of somebody else stands on it.
DROP OWNED BY CURRENT_USER
