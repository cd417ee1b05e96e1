//@ statement: local/set_password
//@ summary: Set the password of the user that asks; run on the database system.
//@ param: old STRING
//@ param: new STRING
ALTER CURRENT USER SET PASSWORD FROM $old TO $new
