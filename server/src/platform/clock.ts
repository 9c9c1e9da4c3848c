/** Returns the current time, in milliseconds UTC. Passed as an argument so that tests can control the time. */
export type Clock = () => number

/** A timestamp as stored and sent: ISO 8601 in UTC with milliseconds. Sorts as text. */
export type Moment = string

/** Returns the timestamp for a time in milliseconds UTC. */
export function moment(milliseconds: number): Moment {
  if (milliseconds !== last.milliseconds) last = { milliseconds, text: new Date(milliseconds).toISOString() }
  return last.text
}

// Caches the last timestamp, because a command writes the same time in many places.
let last = { milliseconds: Number.NaN, text: '' }
