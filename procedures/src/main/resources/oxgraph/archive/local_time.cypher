RETURN localtime($value) AS value
