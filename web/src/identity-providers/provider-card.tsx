import type { ProviderReply } from '@check-requests/domain/identity-providers/fields.ts'
import { Plus } from 'lucide-react'
import { lazy } from 'react'
import { useProviders } from '#identity-providers/api.ts'
import { PasswordsSwitch } from '#identity-providers/passwords-switch.tsx'
import { ProviderRow } from '#identity-providers/provider-row.tsx'
import { useDealerGroups } from '#organisation/api.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const ProviderDialog = lazy(async () => ({
  default: (await import('#identity-providers/provider-dialog.tsx')).ProviderDialog,
}))

const ForgetDialog = lazy(async () => ({
  default: (await import('#identity-providers/forget-dialog.tsx')).ForgetDialog,
}))

/** The identity providers through which people of a dealer group sign in. */
export function ProviderCard() {
  const { data } = useProviders()
  const { data: groups = [] } = useDealerGroups()
  const edit = useDialogFor<ProviderReply | null>(ProviderDialog)
  const forget = useDialogFor<ProviderReply>(ForgetDialog)
  if (!data) return null
  return (
    <Card
      title="Identity Providers"
      description="People sign in with the account that they have at work, by OpenID Connect. Another admin confirms what one has set up."
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
        {data.providers.length === 0 && <p className="text-ink-soft">Everybody signs in with a password.</p>}
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
