RETURN localdatetime($value) AS value
