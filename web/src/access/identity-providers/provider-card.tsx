import type { ProviderReply } from '@check-requests/domain/access/identity-providers/fields.ts'
import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import type { PasswordsOfGroup } from '@check-requests/domain/organization/sign-in-rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy } from 'react'
import { providerNotices, useProviders } from '#access/identity-providers/api.ts'
import { ProviderRow } from '#access/identity-providers/provider-row.tsx'
import { useDealerGroups } from '#organization/api.ts'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'

const ProviderDialog = lazy(async () => ({
  default: (await import('#access/identity-providers/provider-dialog.tsx')).ProviderDialog,
}))

const ForgetDialog = lazy(async () => ({
  default: (await import('#access/identity-providers/forget-dialog.tsx')).ForgetDialog,
}))

/** The identity providers of a dealer group. */
export function ProviderCard() {
  const { data } = useProviders()
  const { data: groups = [] } = useDealerGroups()
  const edit = useDialogFor<ProviderReply | null>(ProviderDialog)
  const forget = useDialogFor<ProviderReply>(ForgetDialog)
  if (!data) return null
  return (
    <Card
      title="Identity Providers"
      description="Users sign in with their work accounts through OpenID Connect. A second admin must confirm each provider."
      actions={
        <Button variant="secondary" onClick={() => edit.openFor(null)}>
          <Plus aria-hidden className="size-4" />
          Add Provider
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-soft">
          Redirect URI for the provider: <code className="wrap-anywhere text-ink">{data.redirect_uri}</code>
        </p>
        {data.providers.length === 0 && (
          <p className="text-ink-soft">No identity providers yet. All users sign in with a password.</p>
        )}
        <ul aria-label="Identity providers" className="grid divide-y divide-line">
          {data.providers.map((provider) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              origin={new URL(data.redirect_uri).origin}
              onEdit={edit.openFor}
              onForget={forget.openFor}
            />
          ))}
        </ul>
        {groups.map((group) => (
          <PasswordsSwitch key={group.id} group={group} />
        ))}
      </div>
      {edit.dialog}
      {forget.dialog}
    </Card>
  )
}

const [on, off] = ['Turn On Passwords', 'Turn Off Passwords']

/** Shows whether a dealer group's users can log in with passwords, with a button to change that. */
function PasswordsSwitch({ group }: { group: DealerGroup }) {
  const { id } = group
  const queryFn = read(useApi(), endpoints.passwords, { params: { id } })
  const { data } = useQuery({ queryKey: ['organisation', 'passwords', id], queryFn, ...listFreshness })
  const change = useWriteWithNotices(endpoints.switchPasswords, providerNotices.passwords)
  // Without an active provider, passwords can't be turned off.
  if (!data || (!data.off && data.domains.length === 0)) return null
  const name = markHidden(group.name)
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
      <p className="min-w-0 text-ink-soft">{inWords(name, data)}</p>
      <Button
        variant="secondary"
        aria-label={`${data.off ? on : off} for ${name}`}
        pending={change.isPending}
        onClick={() => change.mutate({ params: { id }, body: { version: data.version, off: !data.off } })}
      >
        {data.off ? on : off}
      </Button>
    </div>
  )
}

function inWords(name: string, { off, domains }: PasswordsOfGroup): string {
  if (!off) return `${name}: users can sign in with a password or through the provider.`
  if (domains.length === 0) return `${name}: passwords are off, but still work because no provider is active.`
  return `${name}: passwords are off for ${listWithAnd(domains)}, except for super admins.`
}
