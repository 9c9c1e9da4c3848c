import { separateKey } from '@check-requests/domain/payees/identity.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { ListX, Merge } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { paths, payeePath } from '#paths.ts'
import { hasPayeeList } from '#payees/has-payee-list.ts'
import { useApi } from '#platform/api-context.tsx'
import { TextLink } from '#ui/link-button.tsx'

const mergedIcon = <Merge aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />

/** Names the payee into which this payee was merged or as which it is treated, or the payees merged into this payee. */
export function MergedNotes({ payee }: { payee: PayeeReply }) {
  const { name, counts_as, merged_into, merged_at, merged_by, merged_from } = payee
  if (merged_into)
    return (
      <Note>
        Merged into <PayeeLink {...merged_into} /> by {markHidden(merged_by ?? '')},{' '}
        {merged_at && formatMoment(merged_at)}. The details below are from before the merge. The other payee’s page
        includes the requests and payments of this payee.
      </Note>
    )
  if (counts_as)
    return (
      <Note label="Treated as Another Payee">
        Treated as <PayeeLink {...counts_as} />.{' '}
        {separateKey(name) === separateKey(counts_as.name)
          ? 'Both payees have the same name. Merge them.'
          : 'The names differ only in the legal form. To make this a separate payee, an admin who neither added nor changed it has to verify it.'}
      </Note>
    )
  if (!merged_from || merged_from.length === 0) return null
  return (
    <Note>
      Merged from{' '}
      {merged_from.map((one, index) => (
        <Fragment key={one.id}>
          {index > 0 && ', '}
          <PayeeLink {...one} />
        </Fragment>
      ))}
      . Requests under {merged_from.length === 1 ? 'that name' : 'those names'} are shown here and pay this payee.
    </Note>
  )
}

/** A note that the payee list has no effect while it is off (J7). */
export function ListOffNote() {
  const { dealer_group_id: id, payee_list } = usePerson()
  const api = useApi()
  // Uses the same query as the sidebar, so that the note and the sidebar agree.
  const { data: isOn } = useQuery({
    queryKey: ['organisation', 'payee-settings', id, 'for-menu'],
    queryFn: ({ signal }) => hasPayeeList(api, id ?? 0, signal),
    enabled: id !== null,
    initialData: payee_list === true,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (id === null || isOn) return null
  return (
    <Note label="Payee List Off" icon={<ListX aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />}>
      The payee list is off. Verifying or blocking a payee has no effect on requests until the list is turned on in{' '}
      <TextLink to={paths.settings}>Settings</TextLink>.
    </Note>
  )
}

function PayeeLink({ id, name }: { id: number; name: string }) {
  return <TextLink to={payeePath(id)}>{markHidden(name)}</TextLink>
}

interface NoteProps {
  label?: string
  icon?: ReactNode
  children: ReactNode
}

function Note({ label = 'Merged', icon = mergedIcon, children }: NoteProps) {
  return (
    <section aria-label={label} className="flex gap-3 rounded-lg border border-line bg-surface px-4 py-3 sm:px-5">
      {icon}
      <p className="min-w-0 wrap-anywhere">{children}</p>
    </section>
  )
}
