// What a role may do; the server decides, this only spares people what it would refuse.
const RANK = { agent: 0, operator: 1, admin: 2 };

export const may = (caller, needed) => RANK[caller.role] >= RANK[needed];
