// Shows a new result as soon as a gateway has kept one, if the newest one is being looked at.
const shown = document.body.dataset.first;
const isNewest = !location.pathname.split("/").pop() || location.pathname.endsWith(`/${shown}`);
setInterval(async () => {
  const answer = await fetch("newest").catch(() => null);
  const newest = answer?.ok ? await answer.text() : shown;
  if (isNewest && newest !== shown) location.href = "./";
}, 2000);
