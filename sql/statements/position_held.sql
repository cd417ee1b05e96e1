-- Where the mirror stands; nobody moves it until this transaction ends.
SELECT database_id, position FROM app.mirror FOR UPDATE
