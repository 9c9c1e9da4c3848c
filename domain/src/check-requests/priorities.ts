/** Priorities with their colors, least to most urgent (R119, R248). */
export const priorities = [
  { name: 'normal', label: 'Normal', color: 'blue', rank: 1 },
  { name: 'medium', label: 'Medium', color: 'yellow', rank: 2 },
  { name: 'urgent', label: 'Urgent', color: 'orange', rank: 3 },
  { name: 'critical', label: 'Critical', color: 'red', rank: 4 },
] as const

export type Priority = (typeof priorities)[number]['name']
export type PriorityRank = (typeof priorities)[number]['rank']

/** The priority for urgent requests. */
export const mostUrgent: Priority = 'critical'

/** The name of the priority with this rank. */
export function priorityOf(rank: PriorityRank): Priority {
  return (priorities[rank - 1] as (typeof priorities)[number]).name
}

/** The row with this stored rank, or undefined if there is none. */
export function priorityOfRank(rank: number): (typeof priorities)[number] | undefined {
  return priorities.find((priority) => priority.rank === rank)
}

/** The row of a priority. */
export function priorityNamed(name: Priority): (typeof priorities)[number] {
  return priorities.find((priority) => priority.name === name) as (typeof priorities)[number]
}
