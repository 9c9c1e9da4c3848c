import type { ListName, SavedView } from '@check-requests/domain/check-requests/views/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Link } from '@tanstack/react-router'
import { listPaths, useKeptViews } from '#check-requests/views/api.ts'
import { parseSearch } from '#platform/url-state.ts'

interface ViewLinksProps {
  /** The name of the list in the sidebar. */
  name: string
  lists: readonly ListName[]
  open: SavedView | undefined
}

/**
 * The saved views of these lists, below their entry in the sidebar: the user's own views and those shared with the
 * user.
 */
export function ViewLinks({ name, lists, open }: ViewLinksProps) {
  const views = useKeptViews().data?.views.filter(({ list }) => lists.includes(list))
  if (!views?.length) return null
  return (
    <ul aria-label={`Saved Views for ${name}`} className="mt-0.5 grid gap-0.5">
      {views.map((view) => (
        <li key={view.id}>
          <Link
            to={listPaths[view.list]}
            search={{ ...parseSearch(view.query), saved: String(view.id) } as never}
            aria-current={view.id === open?.id ? 'page' : undefined}
            className="grid rounded-md py-1.5 ps-10.5 pe-3 hover:bg-sunken text-[0.8125rem] aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent pointer-coarse:min-h-11 pointer-coarse:content-center"
          >
            <span className="wrap-anywhere">{view.name}</span>
            {!view.own && (
              <span className="text-xs font-normal text-ink-soft">
                <span className="sr-only">shared by </span>
                {markHidden(view.owner_name)}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
