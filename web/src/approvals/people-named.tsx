import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithOr } from '@check-requests/domain/values/lists.ts'

const mostNamed = 3

interface PeopleNamedProps {
  people: readonly { readonly id: number; readonly name: string }[]
}

/** The names of possible approvers: the first few, and the others on demand. */
export function PeopleNamed({ people }: PeopleNamedProps) {
  const names = people.map(({ name }) => markHidden(name))
  if (names.length <= mostNamed + 1) return listWithOr(names)
  const others = names.slice(mostNamed)
  return (
    <>
      {names.slice(0, mostNamed).join(', ')}
      <details>
        <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-ink-soft">or {others.length} others</summary>
        <ul>
          {others.map((name, index) => (
            <li key={people[index + mostNamed]?.id} className="wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
