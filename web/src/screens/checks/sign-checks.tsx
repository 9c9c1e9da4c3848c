import { SignChecks } from '#checks/sign-checks.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function SignChecksScreen() {
  return (
    <>
      <PageHeader title="Sign Checks" subtitle="Sign the paper checks by hand. Then mark them here as signed." />
      <SignChecks />
    </>
  )
}
