-- Memory for the tables of this session; a setting that must come before the first of them.
SET temp_buffers = '64MB'
