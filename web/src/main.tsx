import { createRoot } from 'react-dom/client'
import '#styles.css'

createRoot(document.getElementById('root') as HTMLElement).render(<h1>Check Request App</h1>)
