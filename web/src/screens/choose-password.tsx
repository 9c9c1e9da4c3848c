import { useLocation } from '@tanstack/react-router'
import { ChoosePasswordForm } from '#access/sessions/choose-password-form.tsx'
import { paths } from '#paths.ts'
import { PageTitle } from '#platform/page-title.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Where a mailed link leads, for whoever has it. What follows the `#` never reaches a log or another site. */
export function ChoosePasswordScreen() {
  const { hash: link } = useLocation()
  return (
    <main className="mx-auto grid w-full max-w-md gap-5 px-4 py-12">
      <PageTitle text="Choose your own password" />
      <header className="grid gap-1">
        <h1 className="text-xl font-semibold">Choose your own password</h1>
        <p className="text-ink-soft">{link ? 'One that only you know. You log in with it afterwards.' : openTheMail}</p>
      </header>
      <div className="rounded-lg border border-line bg-surface p-5 sm:p-6">
        {link ? <ChoosePasswordForm link={link} /> : <LinkButton to={paths.login}>Log in</LinkButton>}
      </div>
    </main>
  )
}

const openTheMail = 'Open this page by the link in the mail that you got: this address is not whole.'
