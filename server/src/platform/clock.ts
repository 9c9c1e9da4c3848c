/** The time now, in milliseconds UTC; given as an argument so that tests can move it. */
export type Clock = () => number

/** A timestamp as stored and sent: ISO 8601 in UTC with milliseconds. Sorts as text. */
export type Moment = string

/** The timestamp for a time in milliseconds UTC. */
export function moment(milliseconds: number): Moment {
  return new Date(milliseconds).toISOString()
}
