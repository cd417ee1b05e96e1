// What a role is allowed to do; the server decides, this only hides what it would refuse.
const RANK = { agent: 0, operator: 1, admin: 2 };

export const isAllowed = (caller, needed) => RANK[caller.role] >= RANK[needed];

// Whether a search without a user leaves out what belongs to one; of a token that is bound to a user only that of others.
export const leavesUsersOut = (user, caller) => !user && !caller.user_id && !isAllowed(caller, 'operator');

// What a search finds: what belongs to this user, else to any where the caller may see that. A list is everybody's.
export function whose(user, caller) {
  if (user) return { user_id: user };
  return isAllowed(caller, 'operator') ? { all_users: true } : {};
}
