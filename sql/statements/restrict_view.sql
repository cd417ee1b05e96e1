-- Lets readers query a view that was made again under the policies of its tables.
CALL app.restrict_view(%(view)s)
