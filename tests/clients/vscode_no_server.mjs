// VS Code on a machine without the server. Asserts nothing: test_vscode.py judges what was seen.
import { run } from "./browser.mjs";

await run(async (workbench, options, seen) => {
  await workbench.openFile("pricing.py");
  seen.message = await workbench.texts(".notifications-toasts .notification-list-item-message");
  await workbench.runCommand("Blastlens: Show Callers");
  await workbench.page.waitForFunction(
    () => document.querySelectorAll(".notifications-toasts .notification-list-item-message").length > 1,
  );
  seen.afterCommand = await workbench.texts(".notifications-toasts .notification-list-item-message");
});
