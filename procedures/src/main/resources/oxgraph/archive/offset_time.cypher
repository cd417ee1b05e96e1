RETURN time($value) AS value
