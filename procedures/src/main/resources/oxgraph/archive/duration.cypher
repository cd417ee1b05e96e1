RETURN duration($value) AS value
