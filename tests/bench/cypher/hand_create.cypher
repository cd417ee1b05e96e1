//@ statement: cypher/hand_create
//@ summary: What a person would send by hand to keep one action.
//@ param: action MAP
CREATE (:_mem:action $action)
