RETURN point($value) AS value
