/** After how many hours without a person a session ends, unless the dealer group says otherwise, and what it may say (E3). */
export const defaultIdleHours = 72
export const shortestIdleHours = 1
export const longestIdleHours = 7 * 24
