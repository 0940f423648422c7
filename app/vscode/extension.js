// The extension's own part: where ryg is, what F5 starts, the search tree, the C64's screen.
const vscode = require("vscode");
const fs = require("fs");
const path = require("path");

const runs = (file) => {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
};

/** The setting, a build in the workspace, the script of a clone, the PATH; or undefined. */
function findRyg() {
  const set = vscode.workspace.getConfiguration("ryg").get("path");
  if (set) return runs(set) ? set : undefined;
  const found = [];
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    for (const root of [uri.fsPath, path.dirname(uri.fsPath)]) {
      const build = path.join(root, "build");
      const kinds = fs.existsSync(build) ? fs.readdirSync(build) : [];
      found.push(...kinds.map((kind) => path.join(build, kind, "app", "ryg")));
      if (fs.existsSync(path.join(root, "app", "vscode"))) found.push(path.join(root, "ryg"));
    }
  }
  found.push(...(process.env.PATH ?? "").split(path.delimiter).map((each) => path.join(each, "ryg")));
  return found.find(runs);
}

async function noRyg() {
  const set = vscode.workspace.getConfiguration("ryg").get("path");
  const open = "Open the setting ryg.path";
  const why = set ? `ryg.path: there is no program ${set}.` :
    "The program ryg was not found: not in a build folder of this workspace and not in PATH.";
  if (await vscode.window.showErrorMessage(why, open) === open) {
    vscode.commands.executeCommand("workbench.action.openSettings", "ryg.path");
  }
}

const debugSearch = { type: "ryg", request: "launch", name: "Debug a search",
  program: "${command:ryg.askProgram}", position: "${command:ryg.askPosition}",
  depth: "${command:ryg.askDepth}" };
const debugSource = { type: "ryg", request: "launch", name: "Debug this source file", program: "${file}" };
const debugProgram = { type: "ryg", request: "launch", name: "Debug a PRG", program: "${command:ryg.askFile}" };

const configurations = {
  /** Of each folder; VS Code asks once more for none. */
  provideDebugConfigurations: (folder) =>
    folder || !vscode.workspace.workspaceFolders ? [debugSearch, debugSource, debugProgram] : [],
  /** F5 without a launch.json: the source file in the editor, but of our games a search. */
  resolveDebugConfiguration(_, config) {
    if (config.type) return config;
    const open = vscode.window.activeTextEditor?.document;
    const isOwn = /\.(s|a|asm|a65|src|tas|xa)$/i.test(open?.fileName) && !/[\\/]engine[\\/]games[\\/]/.test(open.fileName);
    return isOwn ? debugSource : debugSearch;
  },
  async resolveDebugConfigurationWithSubstitutedVariables(_, config) {
    if (!config.debugServer && !findRyg()) return void noRyg();
    if (typeof config.depth === "string") config.depth = Number(config.depth);
    // Without a breakpoint the program would have ended before anything is seen.
    config.stopOnEntry ??= !vscode.debug.breakpoints.some((each) => each.enabled);
    config.assembler ??= vscode.workspace.getConfiguration("ryg").get("assembler") || undefined;
    return config;
  },
};

const adapters = {
  createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(findRyg() ?? "ryg", ["debug", "--dap"]),
};

const session = () => {
  const active = vscode.debug.activeDebugSession;
  return active?.type === "ryg" ? active : undefined;
};

/** The search tree, asked for anew at each stop. */
class Tree {
  changed = new vscode.EventEmitter();
  onDidChangeTreeData = this.changed.event;

  async getChildren(node) {
    if (!session() || node?.fields === undefined && node) return [];
    try {
      const { nodes } = await session().customRequest("rygLook",
        { what: "tree", ...(node && { node: node.memoryReference }) });
      return node ? [...nodes, ...node.fields] : nodes;
    } catch {
      return [];
    }
  }

  getTreeItem(node) {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(node.name, !node.fields ? None : node.name === "-" ? Expanded : Collapsed);
    item.description = node.value;
    item.id = node.fields && node.memoryReference;
    item.iconPath = new vscode.ThemeIcon(node.chosen ? "star-full" : node.fields ? "type-hierarchy-sub" : "symbol-field");
    item.tooltip = "To the last store to it, back in time";
    item.accessibilityInformation = { label: `${node.name} ${node.value}` };
    if (node.memoryReference) item.command = { command: goToStore(node.memoryReference), title: item.tooltip };
    return item;
  }
}

const stores = new Map();
/** The command that goes back to the last store to an address. Each has its own: while the tree is asked for
 *  anew, VS Code has lost a command's arguments. It shows the adapter's error by itself. */
function goToStore(reference) {
  const id = `ryg.goToStore.${reference}`;
  const request = { expression: `ww ${reference.replace("0x", "$")}; jump 1`, context: "repl" };
  if (!stores.has(id)) {
    stores.set(id, vscode.commands.registerCommand(id, () =>
      session()?.customRequest("evaluate", request).then(() => {}, () => {})));
  }
  return id;
}

async function showScreen() {
  if (!session()) return void vscode.window.showInformationMessage("The screen is shown while ryg debugs a program.");
  const shown = await session().customRequest("rygLook", { what: "screen" });
  const panel = vscode.window.createWebviewPanel("ryg.screen", "C64", vscode.ViewColumn.Beside, { enableScripts: true });
  panel.webview.html = `<canvas width=${shown.width} height=${shown.height} style="width:100%;image-rendering:pixelated"></canvas>
<script>
  const draw = ({ width, height, palette, data }) => {
    const ink = document.querySelector("canvas").getContext("2d"), picture = ink.createImageData(width, height);
    [...atob(data)].forEach((c, i) => picture.data.set([...palette[c.charCodeAt(0)], 255], 4 * i));
    ink.putImageData(picture, 0, 0);
  };
  addEventListener("message", (event) => draw(event.data));
  draw(${JSON.stringify(shown)});
</script>`;
  return panel;
}

function activate(context) {
  const tree = new Tree();
  const screens = new Set();
  const stopped = async () => {
    tree.changed.fire();
    if (!screens.size || !session()) return;
    const shown = await session().customRequest("rygLook", { what: "screen" });
    for (const panel of screens) panel.webview.postMessage(shown);
  };
  const ask = (prompt, value) => () => vscode.window.showInputBox({ prompt, value });
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider("ryg", configurations),
    vscode.debug.registerDebugConfigurationProvider("ryg", configurations,
      vscode.DebugConfigurationProviderTriggerKind.Dynamic),
    vscode.debug.registerDebugAdapterDescriptorFactory("ryg", adapters),
    vscode.debug.registerDebugAdapterTrackerFactory("ryg", { createDebugAdapterTracker: ({ configuration }) => {
      let showTree = configuration.position !== undefined;
      return { onDidSendMessage: ({ event }) => {
        if (["stopped", "invalidated", "terminated"].includes(event)) setTimeout(stopped, 50);
        if (event !== "stopped" || !showTree) return;
        showTree = false;
        vscode.commands.executeCommand("ryg.tree.focus", { preserveFocus: true });
      } };
    } }),
    vscode.window.registerTreeDataProvider("ryg.tree", tree),
    { dispose: () => stores.forEach((each) => each.dispose()) },
    vscode.commands.registerCommand("ryg.showScreen", async () => {
      const panel = await showScreen();
      if (!panel) return;
      screens.add(panel);
      panel.onDidDispose(() => screens.delete(panel));
    }),
    vscode.commands.registerCommand("ryg.askPosition",
      ask("Position", "c1c1c1c1/8/8/8/8/8/2M5/8 b")),
    vscode.commands.registerCommand("ryg.askDepth", ask("Depth", "2")),
    vscode.commands.registerCommand("ryg.askProgram", () =>
      vscode.window.showQuickPick(["ryg16", "ryg15", "ryg14", "ryg13", "ryg12"], { title: "Version" })),
    vscode.commands.registerCommand("ryg.askFile", async () =>
      (await vscode.window.showOpenDialog({ filters: { Programs: ["prg", "p00", "d64"] } }))?.[0].fsPath));
}

module.exports = { activate, findRyg };
