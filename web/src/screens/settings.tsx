/** Shows only an image that says so (R009). */
export function SettingsScreen() {
  return (
    <>
      <h1 className="sr-only">Settings</h1>
      <img src="/coming-soon.svg" alt="Coming soon: settings will be here." className="mx-auto w-full max-w-xl" />
    </>
  )
}
