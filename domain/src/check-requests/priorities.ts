/** Priorities with their colours, from calm to pressing (R119, R248). */
export const priorities = [
  { name: 'normal', label: 'Normal', colour: 'blue', rank: 1 },
  { name: 'medium', label: 'Medium', colour: 'yellow', rank: 2 },
  { name: 'urgent', label: 'Urgent', colour: 'orange', rank: 3 },
  { name: 'critical', label: 'Critical', colour: 'red', rank: 4 },
] as const

export type Priority = (typeof priorities)[number]['name']
export type PriorityRank = (typeof priorities)[number]['rank']

/** The name of a priority that is known by its rank. */
export function priorityOf(rank: PriorityRank): Priority {
  return (priorities[rank - 1] as (typeof priorities)[number]).name
}

/** The row of a stored rank, or nothing where there is none. */
export function priorityOfRank(rank: number): (typeof priorities)[number] | undefined {
  return priorities.find((priority) => priority.rank === rank)
}

/** The row of a priority. */
export function priorityNamed(name: Priority): (typeof priorities)[number] {
  return priorities.find((priority) => priority.name === name) as (typeof priorities)[number]
}
