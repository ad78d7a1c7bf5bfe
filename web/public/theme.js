// Runs before the first paint, so that the chosen theme does not flash. A separate file, because the page allows no inline scripts.
try {
  const chosen = localStorage.getItem('tutti.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be blocked; the system theme applies.
}
