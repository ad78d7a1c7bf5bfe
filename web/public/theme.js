// Before anything is painted, so that a chosen theme does not flash. A file of its own: the page allows no inline script.
try {
  const chosen = localStorage.getItem('tutti.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be forbidden; the system's choice stands.
}
