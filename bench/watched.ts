/** What the bench asks a server that it watches. */
export type Question = 'loopHeld' | 'longestHold' | 'live'
