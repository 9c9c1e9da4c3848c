import { lazy, Suspense } from 'react'
import { OwnSecondFactor } from '#access/second-factor/own-second-factor.tsx'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { Delegations } from '#approvals/delegations/delegations.tsx'
import { Account, OwnSessions } from '#settings/account.tsx'
import { Appearance, Shortcuts } from '#settings/browser-settings.tsx'
import { NoticeChoices } from '#settings/notice-choices.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const OwnTokens = lazy(async () => ({ default: (await import('#access/tokens/token-card.tsx')).OwnTokens }))

/** The user's own settings (E1). */
export function MySettingsScreen() {
  const { role } = usePerson()
  return (
    <>
      <PageHeader title="My Settings" />
      <div className="grid max-w-3xl gap-5">
        <Account />
        <OwnSecondFactor />
        <Appearance />
        <Shortcuts />
        <NoticeChoices />
        {role === 'approver' && <Delegations />}
        <Suspense>
          <OwnTokens />
        </Suspense>
        <OwnSessions />
      </div>
    </>
  )
}
