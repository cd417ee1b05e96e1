// What a role is allowed to do; the server decides, this only hides what it would refuse.
const RANK = { agent: 0, operator: 1, admin: 2 };

export const isAllowed = (caller, needed) => RANK[caller.role] >= RANK[needed];
