-- Memory for the temporary tables of this session; must be set before the first of them.
SET temp_buffers = '64MB'
