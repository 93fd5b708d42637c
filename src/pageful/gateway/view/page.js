// Brings the chosen result's tab into sight; and shows a new result as soon as a gateway has kept
// one, if the newest one is being looked at.
document.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });

const { growing, first } = document.body.dataset;
const name = location.pathname.split("/").pop();
if (growing && (!name || name === first)) {
  setInterval(async () => {
    const answer = await fetch("newest").catch(() => null);
    if (answer?.ok && (await answer.text()) !== first) location.href = "./";
  }, 1000);
}
