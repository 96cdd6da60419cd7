-- Lints one page in Neovim with a real server, fixes a finding, takes that back, and writes down what was to be seen.
-- Environment: PAGE, SERVER (a JSON list), RESULT, and PUSH to have a client that does not ask for diagnostics.
local page, result = vim.env.PAGE, {}
vim.cmd('edit ' .. vim.fn.fnameescape(page))
local buffer = vim.api.nvim_get_current_buf()
local config = {
  name = 'chunklint',
  cmd = vim.json and vim.json.decode(vim.env.SERVER) or vim.fn.json_decode(vim.env.SERVER),
  root_dir = vim.fn.fnamemodify(page, ':h'),
  before_init = function(params)
    if vim.env.PUSH then params.capabilities.textDocument.diagnostic = nil end
  end,
}
local id
if vim.lsp.start then
  id = vim.lsp.start(config)
else
  id = vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(buffer, id)
end
local client = vim.lsp.get_client_by_id(id)

local function found()
  local list = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    local code = one.code or (one.user_data and one.user_data.lsp and one.user_data.lsp.code)
    table.insert(list, { code = code, line = one.lnum, column = one.col, end_column = one.end_col, message = one.message })
  end
  table.sort(list, function(a, b) return a.line < b.line or (a.line == b.line and a.code < b.code) end)
  return list
end
local function until_found(count) return vim.wait(15000, function() return #found() == count end, 20) end
local function ask(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(buffer, method, params, 10000) or {}) do
    if answer.result then return answer.result end
  end
  return {}
end

vim.wait(15000, function() return #found() > 0 end, 20)
result.pulls = client.server_capabilities.diagnosticProvider ~= nil
result.encoding = client.offset_encoding
result.found = found()
local first = result.found[1]
if first then
  vim.api.nvim_win_set_cursor(0, { first.line + 1, first.column })
  local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local shown = ask('textDocument/hover', place)
  result.hover = shown.contents and shown.contents.value
  local range = { start = place.position, ['end'] = place.position }
  local params = { textDocument = place.textDocument, range = range, context = { diagnostics = {} } }
  result.actions = {}
  for _, action in ipairs(ask('textDocument/codeAction', params)) do
    table.insert(result.actions, action.title)
    if action.isPreferred and not result.fixed then
      if not action.edit then action = ask('codeAction/resolve', action) end
      vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding or 'utf-16')
      result.fixed = until_found(#result.found - 1)
      result.fixed_text = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
      vim.cmd('undo')
      result.undone = until_found(#result.found)
    end
  end
end
result.at_end = found()
local file = io.open(vim.env.RESULT, 'w')
file:write((vim.json and vim.json.encode or vim.fn.json_encode)(result))
file:close()
vim.cmd('qa!')
