import { organisationEndpoints as endpoints } from '@check-requests/domain/organisation/endpoints.ts'
import type { DealerGroup } from '@check-requests/domain/organisation/fields.ts'
import type { PasswordsOfGroup } from '@check-requests/domain/organisation/passwords.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { providerNotices } from '#identity-providers/api.ts'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Button } from '#ui/button.tsx'

const [on, off] = ['Switch Passwords On', 'Switch Passwords Off']

/** Whether the people of a dealer group still log in with passwords, and a button to change that. */
export function PasswordsSwitch({ group }: { group: DealerGroup }) {
  const { id } = group
  const queryFn = read(useApi(), endpoints.passwords, { params: { id } })
  const { data } = useQuery({ queryKey: ['organisation', 'passwords', id], queryFn, ...listFreshness })
  const change = useWriteWithNotices(endpoints.switchPasswords, providerNotices.passwords)
  // Without a provider in use there is nothing to choose.
  if (!data || (!data.off && data.domains.length === 0)) return null
  const name = markHidden(group.name)
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
      <p className="min-w-0 text-ink-soft">{inWords(name, data)}</p>
      <Button
        variant="secondary"
        aria-label={`${data.off ? on : off} at ${name}`}
        pending={change.isPending}
        onClick={() => change.mutate({ params: { id }, body: { version: data.version, off: !data.off } })}
      >
        {data.off ? on : off}
      </Button>
    </div>
  )
}

function inWords(name: string, { off, domains }: PasswordsOfGroup): string {
  if (!off) return `${name}: passwords work beside the provider.`
  if (domains.length === 0) return `${name}: passwords are off, but work until a provider is in use again.`
  return `${name}: passwords are off for ${domains.join(', ')}. Super admins keep theirs.`
}
