/** Hours without user activity after which a session ends: the default, and what a dealer group may choose (E3). */
export const defaultIdleHours = 72
export const shortestIdleHours = 1
export const longestIdleHours = 7 * 24
