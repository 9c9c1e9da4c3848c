/** The questions that the benchmark asks a watched server. */
export type Question = 'loopHeld' | 'longestHold' | 'live'
