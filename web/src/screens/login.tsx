import { SignedOutOnly } from '#access/sessions/guard.tsx'
import { LoginForm } from '#access/sessions/login-form.tsx'
import { ThemeSwitch } from '#layout/theme-switch.tsx'
import { Brand, PageTitle } from '#platform/brand.tsx'

export function LoginScreen() {
  return (
    <SignedOutOnly>
      <PageTitle text="Log in" />
      <div className="flex justify-end p-3">
        <ThemeSwitch />
      </div>
      <main className="mx-auto grid w-full max-w-md gap-5 px-4 pt-4 pb-12 sm:pt-12">
        <header className="grid justify-items-center gap-2 text-center">
          <h1>
            <Brand />
          </h1>
          <p className="text-ink-soft">Log in to manage check requests</p>
        </header>
        <div className="grid gap-5 rounded-lg border border-line bg-surface p-5 sm:p-6">
          <LoginForm />
        </div>
      </main>
    </SignedOutOnly>
  )
}
